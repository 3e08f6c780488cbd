import { requestApp } from '#emulators/kintone/testing';
import { defaultAppIds, recordApps, type RecordApp } from './record-system';

describe.each(Object.entries<RecordApp>(recordApps))('the app %s', (_key, app) => {
  const fields = Object.values(app.fields);

  it('uses each field code once', () => {
    const codes = fields.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('has options for choice fields and for no other', () => {
    for (const { type, options } of fields)
      expect(options !== undefined).toBe(type === 'DROP_DOWN' || type === 'CHECK_BOX');
  });

  it('has the time of the last change', () => {
    expect(fields.filter(({ type }) => type === 'UPDATED_TIME')).toHaveLength(1);
  });
});

it('has a number that no other app has', () => {
  expect(Object.keys(defaultAppIds).toSorted()).toEqual(Object.keys(recordApps).toSorted());
  expect(new Set(Object.values(defaultAppIds)).size).toBe(Object.keys(recordApps).length);
});

it('makes an app of requests that the facts about Kintone can be asked of', () => {
  const asked = Object.entries(requestApp.fields).map(([name, { code, type }]) => [name, { code, type }]);
  expect(recordApps.requests.fields).toMatchObject(Object.fromEntries(asked));
});
