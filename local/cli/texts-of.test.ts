import { textsOf } from './texts-of';

test('texts of strings, templates and elements, each with its component', () => {
  const source = `
    const words = { label: '認証コード', id: 'code' };
    export function Count({ n }: { n: number }) {
      return <p title={\`\${n}台\`}>お手元の <b>デバイス</b></p>;
    }`;
  expect(textsOf(source)).toEqual([
    { owner: 'words', text: '認証コード' },
    { owner: 'Count', text: '…台' },
    { owner: 'Count', text: 'お手元の' },
    { owner: 'Count', text: 'デバイス' },
  ]);
});
