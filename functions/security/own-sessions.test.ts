import { describeDevice } from './own-sessions';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
    'Chrome（Windows）',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
    'Edge（Windows）',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari（iPhone）',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/143.0.0.0 Mobile Safari/537.36',
    'Chrome（Android）',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox（Mac）'],
  ['curl/8.0', 'アプリなど（端末名なし）'],
  ['', 'アプリなど（端末名なし）'],
  ['<script>alert(1)</script> Linux', 'Linux'],
])('%s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});
