import { documentContentSchema, type DocumentContent } from '#shared/model/document';
import { readObject } from '../../adapters/documents/archive';
import type { DocumentItem } from '../../adapters/documents/index-table';

/** What is archived of a document. */
export const contentOf = async ({ content }: Pick<DocumentItem, 'content'>): Promise<DocumentContent> =>
  documentContentSchema.parse(JSON.parse(await readObject(content)));
