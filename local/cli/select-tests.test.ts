import { selectTests } from './select-tests';

test('a word in the path selects the whole file; stories are listed apart from tests', async () => {
  const { files, titled, hasStories, folders } = await selectTests(['Quantities']);
  expect(files).toContain('functions/api/billing/change-quantities.test.ts');
  expect(files.filter((file) => titled.includes(file))).toEqual([]);
  expect(hasStories).toBe(true);
  expect(folders).toEqual(expect.arrayContaining(['e2e', 'functions/api/billing']));
});

test('a word in a title alone selects the file by its title', async () => {
  await expect(selectTests(['a word in a title alone'])).resolves.toEqual({
    files: [],
    titled: ['local/cli/select-tests.test.ts'],
    hasStories: false,
    folders: ['local/cli'],
  });
});

test('words that no test contains throw an error that names them', async () => {
  const nobodys = ['nobody', 'has', 'this'].join('-');
  await expect(selectTests([nobodys])).rejects.toThrow(`No test has "${nobodys}" in its path or title.`);
});
