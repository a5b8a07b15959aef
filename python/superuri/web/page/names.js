// Names of components, as the page writes them.

const NAMES = { 'query-name': 'query name', 'query-value': 'query value', surrounding: 'around it' };
export const name = (component) => NAMES[component] ?? component;
