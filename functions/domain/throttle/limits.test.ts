import { failuresOf, lockoutSeconds, messageLimits } from './limits';

test.each([
  [0, 0],
  [1, 0],
  [4, 0],
  [5, 1],
  [6, 2],
  [7, 4],
  [10, 32],
  [14, 512],
  [15, 900],
  [99, 900],
])('%d wrong passwords lock for %d seconds', (failures, seconds) => {
  expect(lockoutSeconds(failures)).toBe(seconds);
});

const allMessages = () => (['mail', 'sms', 'address', 'stage'] as const).map((of) => messageLimits(of));

describe('the limits of a stage', () => {
  afterEach(() => delete process.env['ATTEMPT_LIMITS']);

  test('the stage sets none: the defaults', () => {
    expect([failuresOf('account'), failuresOf('address'), ...allMessages()]).toEqual([
      { attempts: 10, window: 900, pause: 900 },
      { attempts: 60, window: 900, pause: 900 },
      [
        { attempts: 5, window: 3600 },
        { attempts: 15, window: 86_400 },
      ],
      [
        { attempts: 5, window: 900 },
        { attempts: 15, window: 86_400 },
      ],
      [
        { attempts: 20, window: 900 },
        { attempts: 100, window: 86_400 },
      ],
      [{ attempts: 1000, window: 86_400 }],
    ]);
  });

  test('the stage sets them: its own; malformed ones are refused', () => {
    process.env['ATTEMPT_LIMITS'] = JSON.stringify({
      perAccount: 3,
      perAddress: 7,
      messages: 2,
      messagesADay: 3,
      messagesFromAddress: 4,
      messagesFromAddressADay: 5,
      smsADay: 6,
      windowMinutes: 1,
      pauseMinutes: 2,
    });
    expect([failuresOf('account'), failuresOf('address'), ...allMessages()]).toEqual([
      { attempts: 3, window: 60, pause: 120 },
      { attempts: 7, window: 60, pause: 120 },
      [
        { attempts: 2, window: 3600 },
        { attempts: 3, window: 86_400 },
      ],
      [
        { attempts: 2, window: 60 },
        { attempts: 3, window: 86_400 },
      ],
      [
        { attempts: 4, window: 60 },
        { attempts: 5, window: 86_400 },
      ],
      [{ attempts: 6, window: 86_400 }],
    ]);
    process.env['ATTEMPT_LIMITS'] = '{"perAccount":0}';
    expect(() => failuresOf('account')).toThrow('perAccount');
  });
});
