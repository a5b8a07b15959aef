// Choices from the server, loaded once.

import { ask } from './api.js';

export const meta = { standards: {}, sources: {}, sets: [], words: {}, profiles: {}, displays: [], policies: {}, rules: {}, encodings: [], version: '' };

export async function load() {
  const answer = await ask('meta', {});
  if (answer.result) Object.assign(meta, answer.result);
}
