import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder, writeAssembly } from '../testing/write-assembly';
import { readAssembly } from './read-assembly';

test('a stack has its region, its template and the folders of its assets', async () => {
  const folder = writeAssembly({ hello: { source: '' } });
  const [stack, ...others] = await readAssembly(folder);
  expect(others).toEqual([]);
  expect(stack).toMatchObject({ name: 'Portal-test', region: 'ap-northeast-1', account: '000000000000' });
  expect(stack?.template.Resources).toHaveProperty('helloFunction');
  expect(stack?.assets.get('hello.zip')).toBe(join(folder, 'asset.hello'));
});

test('stacks are in the order of their dependencies', async () => {
  const folder = temporaryFolder();
  const stack = (name: string, dependencies: string[]) => {
    writeFileSync(join(folder, `${name}.json`), '{}');
    return {
      type: 'aws:cloudformation:stack',
      environment: 'aws://111122223333/us-east-1',
      properties: { templateFile: `${name}.json` },
      dependencies,
    };
  };
  const artifacts = {
    Web: stack('Web', ['Api', 'Tree']),
    Api: stack('Api', ['Data']),
    Data: stack('Data', []),
    Tree: { type: 'cdk:tree' },
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ artifacts }));
  expect((await readAssembly(folder)).map(({ name, account, region }) => [name, account, region])).toEqual([
    ['Data', '111122223333', 'us-east-1'],
    ['Api', '111122223333', 'us-east-1'],
    ['Web', '111122223333', 'us-east-1'],
  ]);
});

test('no templates: the error says what to do', async () => {
  await expect(readAssembly(temporaryFolder())).rejects.toThrow('npm run build');
});
