import conditions from 'dynalite/db/conditionParser.js';
import updates from 'dynalite/db/updateParser.js';
import type { ExpressionContext, ExpressionParser } from 'dynalite/db/conditionParser.js';

/** More different expressions than the callers of one process have. */
const mostKept = 2000;

/** An expression's tree, with the values that it was parsed with, and the names and values that it uses. */
interface Parsed {
  tree: unknown;
  values: readonly (readonly [name: string, value: unknown])[];
  usedNames: readonly string[];
  usedValues: readonly string[];
}

const flagsOf = (given: object = {}): Record<string, true> =>
  Object.fromEntries(Object.keys(given).map((name) => [name, true]));
const without = (given: object = {}, left: object = {}) => Object.keys(given).filter((name) => !(name in left));

/** A copy of a tree with other values in the places of those that it has. */
function copyWith(tree: unknown, values: ReadonlyMap<unknown, unknown>): unknown {
  if (typeof tree !== 'object' || tree === null) return tree;
  if (values.has(tree)) return values.get(tree);
  if (Array.isArray(tree)) return tree.map((part) => copyWith(part, values));
  return Object.fromEntries(Object.entries(tree).map(([name, part]) => [name, copyWith(part, values)]));
}

/**
 * Keeps what a parser made of an expression, because parsing takes dynalite half of a write's time. A tree depends on
 * the expression, on the names, and on the types of the values, except for the two operators that look at values.
 */
function keepParsed(parse: ExpressionParser['parse']): ExpressionParser['parse'] {
  const kept = new Map<string, Parsed>();
  return function keeping(expression, { context }) {
    const { attrNames, attrVals = {} } = context;
    if (/between|attribute_type/i.test(expression)) return parse(expression, { context });
    const types = Object.entries(attrVals).map(([name, value]) => [name, ...Object.keys(value)]);
    const key = JSON.stringify([expression, attrNames, types]);
    let parsed = kept.get(key);
    if (!parsed) {
      const own: ExpressionContext = {
        ...context,
        unusedAttrNames: flagsOf(attrNames),
        unusedAttrVals: flagsOf(attrVals),
      };
      const tree = parse(expression, { context: own });
      // A text says what is wrong, and may name a value.
      if (typeof tree === 'string') return tree;
      parsed = {
        tree,
        values: Object.entries(attrVals),
        usedNames: without(attrNames, own.unusedAttrNames),
        usedValues: without(attrVals, own.unusedAttrVals),
      };
      if (kept.size === mostKept) kept.clear();
      kept.set(key, parsed);
    }
    for (const name of parsed.usedNames) delete context.unusedAttrNames[name];
    for (const name of parsed.usedValues) delete context.unusedAttrVals[name];
    return copyWith(parsed.tree, new Map(parsed.values.map(([name, value]) => [value, attrVals[name]])));
  };
}

/** dynalite may be older than this module, where a process evaluates it once for many. */
for (const parser of [conditions, updates])
  if (parser.parse.name !== 'keeping') parser.parse = keepParsed(parser.parse.bind(parser));
