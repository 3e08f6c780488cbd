import { screen } from '@testing-library/react';
import { renderApp } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { TotpDialog } from './totp-dialog';

test('a phone gets the link to its app first and a folded code; a wider window gets its code unfolded', async () => {
  new FakeServer().install();
  const setup = { secret: 'JBSWY3DPEHPK3PXP', otpauthUri: 'otpauth://totp/Revonizer?secret=JBSWY3DPEHPK3PXP' };
  renderApp(<TotpDialog setup={setup} onVerify={() => Promise.resolve([])} onClose={() => undefined} />);
  const dialog = await screen.findByRole('dialog', { name: '認証アプリの設定' });
  const ways = [...dialog.querySelectorAll('a, [role="img"]')];
  const places = ways.map((way) => ({
    text: way.textContent,
    // The two are each hidden from the other by these classes.
    phone: way.closest('[class*="md:hidden"]')?.classList.contains('md:hidden'),
    folded: way.closest('details') !== null,
  }));
  expect(places).toEqual([
    { text: 'この端末の認証アプリを開く', phone: true, folded: false },
    { text: '認証アプリ用のQRコード', phone: false, folded: false },
    { text: '認証アプリ用のQRコード', phone: true, folded: true },
  ]);
  expect(ways[0]).toHaveAttribute('href', setup.otpauthUri);
});
