import { serve, type Served } from '../platform/index';
import { createPostalEmulator } from './create-postal-emulator';

let served: Served;
beforeAll(async () => {
  served = await serve(createPostalEmulator());
});
afterAll(() => served.close());

const ask = async (query: string) => {
  const response = await fetch(`${served.url}/api/search${query}`);
  return { response, body: JSON.parse(await response.text()) as unknown };
};

test('a code, with or without hyphen, gives its address to a page of any origin', async () => {
  const { response, body } = await ask('?zipcode=1070062');
  expect(response.status).toBe(200);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const address = {
    address1: '東京都',
    address2: '港区',
    address3: '南青山',
    kana1: 'ﾄｳｷｮｳﾄ',
    kana2: 'ﾐﾅﾄｸ',
    kana3: 'ﾐﾅﾐｱｵﾔﾏ',
    prefcode: '13',
    zipcode: '1070062',
  };
  expect(body).toEqual({ message: null, results: [address], status: 200 });
  expect((await ask('?zipcode=107-0062')).body).toEqual(body);
});

test('a code that crosses a border gives several addresses, an unknown one null', async () => {
  expect((await ask('?zipcode=4980000')).body).toMatchObject({
    results: [{ address2: '弥富市' }, { address2: '桑名郡木曽岬町' }],
  });
  expect((await ask('?zipcode=4980000&limit=1')).body).toMatchObject({ results: [{ address2: '弥富市' }] });
  expect((await ask('?zipcode=9999999')).body).toEqual({ message: null, results: null, status: 200 });
});

test.each([
  ['', '必須パラメータが指定されていません。'],
  ['?zipcode=', '必須パラメータが指定されていません。'],
  ['?zipcode=123', 'パラメータ「郵便番号」の桁数が不正です。'],
  ['?zipcode=12345678', 'パラメータ「郵便番号」の桁数が不正です。'],
  ['?zipcode=10700a2', 'パラメータ「郵便番号」に数字以外の文字が指定されています。'],
])('refuses %p in the body, with HTTP 200', async (query, message) => {
  const { response, body } = await ask(query);
  expect(response.status).toBe(200);
  expect(body).toEqual({ message, results: null, status: 400 });
});

test('an unsupported path or parameter is refused by its name', async () => {
  expect((await ask('?zipcode=1070062&callback=show')).body).toMatchObject({
    status: 500,
    message: expect.stringContaining('callback') as unknown,
  });
  const response = await fetch(`${served.url}/api/other`);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('/api/other');
});
