import { resolve, type References } from './resolve';

const references: References = {
  ref: async (name) => (name === 'Table' ? 'users' : `ref-${name}`),
  getAtt: async (resource, attribute) => `${resource}/${attribute}`,
  importValue: async (name) => `imported ${name}`,
  stackOutput: async (stack, output) => `${output} of ${stack}`,
};

test.each([
  ['a plain value', { a: [1, true, 'x', null] }, { a: [1, true, 'x', null] }],
  ['Ref', { Ref: 'Table' }, 'users'],
  ['Fn::GetAtt', { 'Fn::GetAtt': ['Table', 'Stream.Arn'] }, 'Table/Stream.Arn'],
  ['Fn::Join over references', { 'Fn::Join': ['-', ['a', { Ref: 'Table' }, 7]] }, 'a-users-7'],
  ['Fn::Sub', { 'Fn::Sub': 'a-${Table}-${AWS::Region}' }, 'a-users-ref-AWS::Region'],
  ['Fn::Select of Fn::Split', { 'Fn::Select': [2, { 'Fn::Split': ['/', 'https://host/path'] }] }, 'host'],
  ['Fn::ImportValue', { 'Fn::ImportValue': 'Data:Users' }, 'imported Data:Users'],
  [
    'Fn::GetStackOutput',
    { 'Fn::GetStackOutput': { StackName: 'Data', OutputName: 'Users', Region: 'us-east-1' } },
    'Users of Data',
  ],
  [
    'a policy’s Condition stays what it is',
    { Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
    { Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
  ],
])('%s', async (_name, value, expected) => {
  expect(await resolve(value, references)).toEqual(expected);
});

test('an unknown function or a wrong argument: refused by name', async () => {
  for (const name of ['Fn::Transform', 'Fn::If'])
    await expect(resolve({ [name]: {} }, references)).rejects.toThrow(`${name} is not known`);
  await expect(resolve({ 'Fn::Join': ['', 'text'] }, references)).rejects.toThrow('Fn::Join needs a list');
  await expect(resolve({ 'Fn::GetAtt': 'Table.Arn' }, references)).rejects.toThrow('Fn::GetAtt needs a list');
  await expect(resolve({ 'Fn::Sub': ['${a}', { a: 1 }] }, references)).rejects.toThrow('Fn::Sub needs a text');
  await expect(resolve({ 'Fn::Select': [5, ['a']] }, references)).rejects.toThrow('no element 5');
});
