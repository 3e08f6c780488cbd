import { isoDayInJapan } from '#shared/model/japan-time';
import { completeKey, newestExport, partKey, type ExportedUser, type UserExport } from '#shared/model/user-export';
import { clock } from '../../adapters/clock';
import { listGroupMembers, listUserPage } from '../../adapters/cognito/user-pages';
import { putExport } from '../../adapters/user-exports/put-export';
import { keepExportProgress, readExportProgress, type ExportProgress } from '../../adapters/users-table/user-export';
import { lastNight } from '../nights';

/** Users in one object: some two megabytes. */
const usersInPart = 6_000;

interface Exported {
  /** Users written by this run. */
  users: number;
  /** Whether tonight's copy is complete. */
  complete: boolean;
}

function begin(now: number, last: ExportProgress | undefined): ExportProgress {
  const before = last?.finishedAt === undefined ? last?.before : last.users;
  return {
    night: isoDayInJapan(now),
    startedAt: now,
    parts: 0,
    users: 0,
    ...(before !== undefined && { before }),
  };
}

/** The copy that is under way or due; undefined if the last night's is complete. */
function current(last: ExportProgress | undefined, now: number): ExportProgress | undefined {
  if (last && last.finishedAt === undefined) return last;
  return last && last.startedAt >= lastNight(now) ? undefined : begin(now, last);
}

/** Reads users until a part is full or the time is over; `gone` if Cognito has forgotten the place. */
async function readPart(
  from: string | undefined,
  until: number,
): Promise<{ users: ExportedUser[]; next?: string } | 'gone'> {
  const users: ExportedUser[] = [];
  let place = from;
  do {
    const page = await listUserPage(place);
    if (!page) return 'gone';
    users.push(...page.users);
    place = page.next;
  } while (place !== undefined && users.length < usersInPart && clock.now() < until);
  return { users, ...(place !== undefined && { next: place }) };
}

/**
 * @throws {Error} if most users are gone since the copy before: a pool that was lost and made again must not take the
 * place of the copy from which it is to be restored
 */
async function complete({ night, startedAt, parts, users, before = 0 }: ExportProgress): Promise<void> {
  if (users < before / 2) throw new Error(`The pool has ${users} users, and had ${before} in the copy before`);
  const finishedAt = clock.seconds();
  const whole: UserExport = { night, startedAt, finishedAt, users, parts, groups: await listGroupMembers() };
  const text = JSON.stringify(whole);
  await putExport(completeKey(night), text, 'application/json');
  await putExport(newestExport, text, 'application/json');
  await keepExportProgress({ night, startedAt, parts, users, finishedAt });
}

/**
 * Copies all users of the pool once a night, until `until` (unix milliseconds); the next run goes on where this one
 * stopped. A copy counts only once it is complete, so a restore never reads half a pool. Safe to repeat.
 */
export async function exportUsers(until: number): Promise<Exported> {
  let progress = current(await readExportProgress(), clock.seconds());
  const done: Exported = { users: 0, complete: progress === undefined };
  while (progress !== undefined && clock.now() < until) {
    const part = await readPart(progress.place, until);
    if (part === 'gone') {
      progress = begin(clock.seconds(), progress);
      continue;
    }
    const { place: _done, ...rest }: ExportProgress = progress;
    const parts = part.users.length === 0 ? rest.parts : rest.parts + 1;
    const lines = part.users.map((user) => `${JSON.stringify(user)}\n`).join('');
    if (lines !== '') await putExport(partKey(rest.night, parts), lines, 'application/jsonl');
    progress = {
      ...rest,
      parts,
      users: rest.users + part.users.length,
      ...(part.next !== undefined && { place: part.next }),
    };
    done.users += part.users.length;
    if (part.next === undefined) {
      await complete(progress);
      return { ...done, complete: true };
    }
    await keepExportProgress(progress);
  }
  return done;
}
