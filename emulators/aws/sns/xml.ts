/** The result of an operation: nested names, lists as members. Undefined is left out. */
export type Output = { [name: string]: string | undefined | Output | Output[] | { entries: Record<string, string> } };

const namespace = 'http://sns.amazonaws.com/doc/2010-03-31/';
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };
const escape = (text: string): string => text.replaceAll(/[&<>"\r]/g, (character) => escapes[character] ?? '');

function element(name: string, value: Output[string]): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return `<${name}>${escape(value)}</${name}>`;
  if (Array.isArray(value)) return `<${name}>${value.map((one) => element('member', one)).join('')}</${name}>`;
  if ('entries' in value && typeof value['entries'] === 'object') {
    const entries = Object.entries(value['entries'] as Record<string, string>);
    return `<${name}>${entries.map(([key, text]) => element('entry', { key, value: text })).join('')}</${name}>`;
  }
  return `<${name}>${Object.entries(value as Output)
    .map(([key, one]) => element(key, one))
    .join('')}</${name}>`;
}

export const resultXml = (action: string, output: Output, requestId: string): string =>
  `<${action}Response xmlns="${namespace}">${element(`${action}Result`, output)}` +
  `${element('ResponseMetadata', { RequestId: requestId })}</${action}Response>`;

/** `fault` says who is at fault: the caller or the service. */
export const errorXml = (
  { code, message }: { code: string; message: string },
  requestId: string,
  fault: 'Sender' | 'Receiver' = 'Sender',
): string =>
  `<ErrorResponse xmlns="${namespace}">${element('Error', { Type: fault, Code: code, Message: message })}` +
  `${element('RequestId', requestId)}</ErrorResponse>`;
