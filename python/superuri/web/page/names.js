// Display names of components.

const NAMES = { 'query-name': 'query name', 'query-value': 'query value', surrounding: 'around it' };
export const name = (component) => NAMES[component] ?? component;
