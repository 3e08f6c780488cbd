import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  noticeDays,
  returnBoxDays,
  waysToEnd,
  boxPromise,
  lateCancellation,
  noticeRequest,
} from '#shared/model/ending';
import { terms } from './terms';

/** Every sentence of the product about the end of a subscription and a number of days, with its file. */
function sentences(): { path: string; sentence: string }[] {
  return ['frontend/src', 'functions', 'shared'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .flatMap((name) => {
        const path = join(root, name);
        const texts = readFileSync(path, 'utf8').split(/[。\n]/);
        return texts
          .filter((text) => /(解約|終了|自動更新)/.test(text) && /日前|日以内|日目|日を過ぎ|週間以内/.test(text))
          .map((sentence) => ({ path, sentence: sentence.trim() }));
      }),
  );
}

test('every sentence about the notice of an end comes from the rule', () => {
  const others = sentences().filter(({ path }) => path !== join('shared', 'model', 'ending.ts'));
  expect(others).toEqual([]);
});

test('the terms do not ask for the day before: a trial can be ended free up to its hour', () => {
  expect(waysToEnd({ status: 'trialing', endsAt: null })).toEqual(['renewal', 'now']);
  expect(JSON.stringify(terms)).toContain('トライアルの終了日時までに解約のお手続きがない場合');
  expect(JSON.stringify(terms)).not.toContain('前日までに解約');
});

test('the notice is asked for, and an end without it is taken all the same, both ways', () => {
  expect(noticeRequest).toContain(`${noticeDays}日前までに`);
  expect(JSON.stringify(terms)).toContain(noticeRequest);
  expect(lateCancellation.join('')).toMatch(/お受けします.*更新日に終了するか、ただちに終了するか/);
});

test('the box comes when the sentence says', () => {
  expect(boxPromise).toContain(`${returnBoxDays / 7}週間以内`);
});
