import { networksOf } from './networks';

const names = (address: string) => networksOf(address).map(({ name, times }) => [name, times]);

test('an IPv4 address is counted by itself, also in its IPv6 form', () => {
  expect(names('203.0.113.7')).toEqual([['203.0.113.7', 1]]);
  expect(names('::ffff:203.0.113.7')).toEqual([['203.0.113.7', 1]]);
});

test.each(['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9', '2001:0db8:0001:0002:0000:0000:0000:0001', '[2001:DB8:1:2::]'])(
  'the IPv6 address %s is counted by its /64, and by its /48 with ten times the figure',
  (address) => {
    expect(names(address)).toEqual([
      ['2001:db8:1:2/64', 1],
      ['2001:db8:1/48', 10],
    ]);
  },
);

test('the shortest IPv6 addresses are expanded before they are counted', () => {
  expect(names('::1')[0]).toEqual(['0:0:0:0/64', 1]);
  expect(names('2001:db8::')[0]).toEqual(['2001:db8:0:0/64', 1]);
});
