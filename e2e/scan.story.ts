import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import encodeQR from 'qr';
import { findBrowser, launchOptions } from '#emulators/platform/testing';
import { mirror, shipDevices, test } from './testing/devices';
import { axeFindings } from './places/look';
import { expect } from './testing/story';

/** What the camera sees: Chromium reads a video of one frame (yuv4mpeg) from this file. */
const film = join(mkdtempSync(join(tmpdir(), 'portal-camera-')), 'code.y4m');
const side = 480;

/** Films a QR code, upright on a white wall. */
function show(content: string): void {
  const code = encodeQR(content, 'raw', { border: 4 });
  const module = Math.floor(side / code.length);
  const luma = Buffer.alloc(side * side, 235);
  for (let y = 0; y < code.length * module; y += 1)
    for (let x = 0; x < code.length * module; x += 1)
      if (code[Math.floor(y / module)]?.[Math.floor(x / module)] === true) luma[y * side + x] = 16;
  const colour = Buffer.alloc((side * side) / 2, 128);
  writeFileSync(film, Buffer.concat([Buffer.from(`YUV4MPEG2 W${side} H${side} F5:1 Ip C420\nFRAME\n`), luma, colour]));
}

const browser = launchOptions(await findBrowser());
test.use({
  permissions: ['camera'],
  launchOptions: {
    ...browser,
    args: [
      ...(browser.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
});

test(
  'the camera of an installed page reads the code that the portal shows for a device, and opens the device',
  { tag: '@once' },
  async ({ page, shop, staff, baseURL }) => {
    const [serial = ''] = await shipDevices(staff, shop, {});
    await mirror(shop);
    show(`${baseURL ?? ''}/devices/${serial}`);
    // As on iOS, where an installed page says so itself; headless Chromium installs nothing.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'standalone', { value: true });
      // The owner takes a moment to allow the camera.
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        await new Promise((resolve) => addEventListener('allowed', resolve, { once: true }));
        return open(constraints);
      };
    });
    await page.goto(`/store/${shop.customerId}/devices`);
    await page.getByRole('button', { name: 'QRコードを読み取る' }).click();
    await expect(page.getByLabel('カメラの映像')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.evaluate(() => dispatchEvent(new Event('allowed')));
    await expect(page.getByRole('heading', { name: serial })).toBeVisible();
    await expect(page).toHaveURL(`/devices/${serial}`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);
