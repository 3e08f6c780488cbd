import { listTone, statusTone } from './device-badges';

test('the status of a device: green when shipped, gray when returned or anything else', () => {
  expect(['出荷', '返却', '点検中', null].map(statusTone)).toEqual(['success', 'neutral', 'neutral', 'neutral']);
});

test('in the list of all shops only a shipped device is highlighted', () => {
  expect(['出荷', '返却'].map(listTone)).toEqual(['accent', 'neutral']);
});
