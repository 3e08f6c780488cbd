/**
 * dynalite ships no types. These cover only what the emulator uses.
 * A `.d.ts` of ambient modules cannot have imports of its own.
 */
declare module 'dynalite/db/index.js' {
  /** The response to a refused request: HTTP status and JSON body. */
  export interface Refusal extends Error {
    statusCode: number;
    body: { __type: string; message?: string; Message?: string };
  }

  export type Callback<T = unknown> = (error?: unknown, value?: T) => void;
  export type Attributes = Record<string, Record<string, unknown>>;

  export interface TableRecord {
    TableName: string;
    TableStatus: string;
    KeySchema: { AttributeName: string; KeyType: string }[];
    GlobalSecondaryIndexes?: {
      IndexName: string;
      IndexStatus: string;
      IndexArn?: string;
      KeySchema: { AttributeName: string; KeyType: string }[];
    }[];
    TableArn?: string;
    TableId?: string;
    CreationDateTime?: number;
    /** Not dynalite's: of a table that was restored. */
    RestoreSummary?: { SourceTableArn: string; RestoreDateTime: number; RestoreInProgress: boolean };
  }

  export type Change = { type: 'put'; key: string; value: unknown } | { type: 'del'; key: string };

  /** A part of the database under a prefix; callbacks only. */
  export interface Part {
    get(key: string, callback: Callback): void;
    put(key: string, value: unknown, callback: Callback): void;
    del(key: string, callback: Callback): void;
    batch(changes: Change[], callback: Callback): void;
    lock(key: string, critical: (release: <C extends Callback>(callback: C) => C) => void): void;
  }

  /** The whole database (abstract-level), its methods called without a callback. Values are JSON. */
  export interface Database {
    open(): Promise<void>;
    close(): Promise<void>;
    get(key: string): Promise<unknown>;
    getSync(key: string): unknown;
    batch(changes: Change[]): Promise<void>;
    clear(): Promise<void>;
    iterator(range: { gte: string; lt: string }): AsyncIterable<[string, unknown]>;
  }

  export interface Store {
    options: { createTableMs: number; deleteTableMs: number; maxItemSize: number };
    db: Database;
    tableDb: Part & { awsAccountId: string; awsRegion: string };
    getItemDb(table: string): Part;
    getIndexDb(type: string, table: string, index: string): Part;
    deleteItemDb(table: string, callback: Callback): void;
    deleteIndexDb(type: string, table: string, index: string, callback: Callback): void;
    deleteTagDb(table: string, callback: Callback): void;
    getTable(name: string, checkStatus: boolean | Callback<TableRecord>, callback?: Callback<TableRecord>): void;
  }

  const db: {
    create(options: { path?: string; createTableMs: number; deleteTableMs: number }): Store;
    /** Key of an item in its part of the database. */
    createKey(item: Attributes, table: TableRecord): string;
    validateKey(key: Attributes, table: TableRecord): Refusal | undefined;
    validateItem(item: Attributes, table: TableRecord): Refusal | undefined;
  };
  export default db;
}

declare module 'dynalite/validations/index.js' {
  import type { Store } from 'dynalite/db/index.js';

  const validations: {
    /** Removes unknown and null members of `data` in place, and throws a refusal for a member of another type. */
    checkTypes(data: Record<string, unknown>, types: Record<string, unknown>): Record<string, unknown>;
    /**
     * Throws a refusal for values out of bounds; parses expressions into `_condition`, `_updates`, `_projection`,
     * `_filter`.
     */
    checkValidations(
      data: Record<string, unknown>,
      types: Record<string, unknown>,
      custom: unknown,
      store: Store,
    ): void;
  };
  export default validations;
}

declare module 'dynalite/db/conditionParser.js' {
  /** Names and values by placeholder, and flags of those that no expression of the request has used so far. */
  export interface ExpressionContext {
    attrNames?: Record<string, string>;
    attrVals?: Record<string, Record<string, unknown>>;
    unusedAttrNames: Record<string, true>;
    unusedAttrVals: Record<string, true>;
  }
  export interface ExpressionParser {
    /** Returns a tree in which the values themselves stand, or a text that says what is wrong. */
    parse(expression: string, options: { context: ExpressionContext }): unknown;
  }

  const parser: ExpressionParser;
  export default parser;
}

declare module 'dynalite/db/updateParser.js' {
  import type { ExpressionParser } from 'dynalite/db/conditionParser.js';

  const parser: ExpressionParser;
  export default parser;
}

declare module 'dynalite/validations/*' {
  const validation: { types: Record<string, unknown>; custom?: unknown };
  export default validation;
}

declare module 'dynalite/actions/*' {
  import type { Callback, Store } from 'dynalite/db/index.js';

  const action: (store: Store, data: Record<string, unknown>, callback: Callback) => void;
  export default action;
}
