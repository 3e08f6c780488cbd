import { invalidQuery, KintoneError } from './errors';

export type Operator =
  | '='
  | '!='
  | '>'
  | '<'
  | '>='
  | '<='
  | 'in'
  | 'not in'
  | 'like'
  | 'not like'
  | 'is empty'
  | 'is not empty';

export type Condition =
  | { kind: 'and' | 'or'; parts: Condition[] }
  /** `values` is empty for `is empty`, one for comparisons, one or more for `in`. */
  | { kind: 'compare'; code: string; operator: Operator; values: string[] };

export interface Query {
  condition: Condition | undefined;
  orderBy: { code: string; descending: boolean }[];
  limit: number;
  offset: number;
}

const token = /\s*(?:("(?:[^"\\\t\r\n]|\\.)*")|(!=|>=|<=|[=<>(),])|([^\s"=<>!(),]+))/y;

interface Token {
  kind: 'text' | 'sign' | 'word' | 'end';
  text: string;
}

function tokensOf(query: string): Token[] {
  const tokens: Token[] = [];
  const trimmed = query.trimEnd();
  token.lastIndex = 0;
  while (token.lastIndex < trimmed.length) {
    const at = token.lastIndex;
    const found = token.exec(trimmed);
    if (!found) throw invalidQuery(`${at + 1}文字目`);
    const [, text, sign, word] = found;
    if (text !== undefined) tokens.push({ kind: 'text', text: text.slice(1, -1).replaceAll(/\\(.)/g, '$1') });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else tokens.push({ kind: 'word', text: word ?? '' });
  }
  return tokens;
}

/**
 * Reads Kintone's query language (https://cybozu.dev/ja/kintone/docs/overview/query/): conditions with `and`, `or` and
 * parentheses, then `order by`, `limit` (at most 500, default 100) and `offset` (at most 10,000).
 */
export function parseQuery(text: string): Query {
  return new Parser(tokensOf(text)).query();
}

class Parser {
  #at = 0;

  constructor(private readonly tokens: Token[]) {}

  query(): Query {
    const condition = this.#peek().kind === 'end' || this.#isWord('order', 'limit', 'offset') ? undefined : this.#or();
    const orderBy = this.#takeWord('order') ? this.#sorts() : [];
    const limit = this.#takeWord('limit') ? this.#count() : undefined;
    const offset = this.#takeWord('offset') ? this.#count() : undefined;
    if (this.#peek().kind !== 'end') throw invalidQuery(`「${this.#peek().text}」`);
    if (limit !== undefined && limit > 500)
      throw new KintoneError(400, 'GAIA_QU01', 'limit には 500 以下の値を指定してください。');
    if (offset !== undefined && offset > 10_000)
      throw new KintoneError(400, 'GAIA_QU02', 'offset には 10000 以下の値を指定してください。');
    return { condition, orderBy, limit: limit ?? 100, offset: offset ?? 0 };
  }

  #or(): Condition {
    const parts = [this.#and()];
    while (this.#takeWord('or')) parts.push(this.#and());
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'or', parts };
  }

  #and(): Condition {
    const parts = [this.#primary()];
    while (this.#takeWord('and')) parts.push(this.#primary());
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'and', parts };
  }

  #primary(): Condition {
    if (this.#takeSign('(')) {
      const inner = this.#or();
      this.#expectSign(')');
      return inner;
    }
    const code = this.#word();
    const sign = this.#peek();
    if (sign.kind === 'sign' && ['=', '!=', '>', '<', '>=', '<='].includes(sign.text)) {
      this.#at += 1;
      return { kind: 'compare', code, operator: sign.text as Operator, values: [this.#value()] };
    }
    if (this.#takeWord('is')) {
      const not = this.#takeWord('not');
      if (!this.#takeWord('empty')) throw invalidQuery('is empty');
      return { kind: 'compare', code, operator: not ? 'is not empty' : 'is empty', values: [] };
    }
    const not = this.#takeWord('not');
    if (this.#takeWord('like'))
      return { kind: 'compare', code, operator: not ? 'not like' : 'like', values: [this.#value()] };
    if (!this.#takeWord('in')) throw invalidQuery(`「${code}」の演算子`);
    this.#expectSign('(');
    const values = [this.#value()];
    while (this.#takeSign(',')) values.push(this.#value());
    this.#expectSign(')');
    return { kind: 'compare', code, operator: not ? 'not in' : 'in', values };
  }

  #value(): string {
    const { kind, text } = this.#next();
    if (kind === 'text' || (kind === 'word' && /^-?\d+(\.\d+)?$/.test(text))) return text;
    if (kind !== 'word' || !this.#takeSign('(')) throw invalidQuery(`「${text}」`);
    throw new KintoneError(501, 'EMULATOR_UNSUPPORTED', `${text}() is not supported by this emulator`);
  }

  #sorts(): Query['orderBy'] {
    if (!this.#takeWord('by')) throw invalidQuery('order by');
    const sorts: Query['orderBy'] = [];
    do {
      const code = this.#word();
      const descending = this.#takeWord('desc');
      if (!descending) this.#takeWord('asc');
      sorts.push({ code, descending });
    } while (this.#takeSign(','));
    return sorts;
  }

  #count(): number {
    const { text } = this.#next();
    if (!/^\d+$/.test(text)) throw invalidQuery(`「${text}」`);
    return Number(text);
  }

  #word(): string {
    const { kind, text } = this.#next();
    if (kind !== 'word') throw invalidQuery(`「${text}」`);
    return text;
  }

  #peek = (): Token => this.tokens[this.#at] ?? { kind: 'end', text: '' };

  #next(): Token {
    const next = this.#peek();
    this.#at += 1;
    return next;
  }

  #isWord(...words: string[]): boolean {
    const { kind, text } = this.#peek();
    return kind === 'word' && words.includes(text.toLowerCase());
  }

  #takeWord(word: string): boolean {
    if (!this.#isWord(word)) return false;
    this.#at += 1;
    return true;
  }

  #takeSign(sign: string): boolean {
    const { kind, text } = this.#peek();
    if (kind !== 'sign' || text !== sign) return false;
    this.#at += 1;
    return true;
  }

  #expectSign(sign: string): void {
    if (!this.#takeSign(sign)) throw invalidQuery(`「${sign}」`);
  }
}
