import { Search, Ban, CircleCheck, Clock, Undo2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { documentMarks, type DocumentMark, type DocumentSearch, type Document } from '#shared/model/document';
import { shopName } from '../../lib/format';
import { useShops } from '../../lib/use-shops';
import { Button } from '../../ui/basics';
import { Disclosure } from '../../ui/disclosure';
import { SelectField } from '../../ui/fields';
import { TextField } from '../../ui/text-field';
import { Badge, StatusBadge, type StatusLook } from '../../ui/content';

/** The keys of a search; without any, everything is found. */
export type SearchKeys = Omit<DocumentSearch, 'cursor'>;

const names = ['from', 'to', 'min', 'max', 'store', 'state'] as const;

/** The keys of a search in the page's address. The server refuses invalid values. */
export const keysIn = (address: URLSearchParams): SearchKeys =>
  Object.fromEntries(names.flatMap((name) => (address.get(name) ? [[name, address.get(name) ?? '']] : [])));

/** Digits as people type them: full-width ones, with commas and 円. */
const digitsOf = (text: string): string => text.normalize('NFKC').replaceAll(/\D/g, '');

/** Days, amounts, shop and state: the keys by which the law on electronic records requires invoices to be found. */
export function DocumentSearchForm({ keys, onSearch }: { keys: SearchKeys; onSearch: (keys: SearchKeys) => void }) {
  const [typed, setTyped] = useState(keys);
  const [open, setOpen] = useState(Object.keys(keys).length > 0);
  // Back and forward lead to other keys.
  const searched = JSON.stringify(keys);
  const [typedFor, setTypedFor] = useState(searched);
  if (typedFor !== searched) {
    setTypedFor(searched);
    setTyped(keys);
    if (Object.keys(keys).length > 0) setOpen(true);
  }
  const shops = useShops();
  const set = (name: keyof SearchKeys) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [name]: event.target.value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { min = '', max = '' } = typed;
    const next = { ...typed, min: digitsOf(min), max: digitsOf(max) };
    setTyped(next);
    onSearch(next);
  };
  const text = (name: keyof SearchKeys, label: string, type: 'date' | 'text') => (
    <TextField
      label={label}
      type={type}
      {...(type === 'text' && { inputMode: 'numeric' as const, autoComplete: 'off' })}
      value={typed[name] ?? ''}
      onChange={set(name)}
    />
  );
  return (
    <div className="mb-5 print:hidden">
      <Disclosure
        Icon={Search}
        label="条件を指定してさがす"
        open={open}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <form aria-label="書類をさがす" onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
          {text('from', '発行日（から）', 'date')}
          {text('to', '発行日（まで）', 'date')}
          {text('min', '金額（円以上）', 'text')}
          {text('max', '金額（円以下）', 'text')}
          <SelectField label="店舗" value={typed.store ?? ''} onChange={set('store')}>
            <option value="">すべての店舗</option>
            {(shops.state === 'shops' ? shops.list : []).map(({ customer }) => (
              <option key={customer.id} value={customer.id}>
                {shopName(customer)}
              </option>
            ))}
          </SelectField>
          <SelectField label="状態" value={typed.state ?? ''} onChange={set('state')}>
            <option value="">すべての状態</option>
            {Object.entries(documentLooks).map(([state, { label }]) => (
              <option key={state} value={state}>
                {label}
              </option>
            ))}
          </SelectField>
          <div className="flex flex-wrap gap-3 sm:col-span-2">
            <Button type="submit">さがす</Button>
            <Button
              variant="secondary"
              onClick={() => {
                setTyped({});
                onSearch({});
              }}
            >
              条件を消す
            </Button>
          </div>
        </form>
      </Disclosure>
    </div>
  );
}

/** How the state of a document is shown; the words are those of the payment history (spec 4). */
const documentLooks: Readonly<Record<Document['state'], StatusLook>> = {
  paid: { label: 'お支払い完了', tone: 'success', Icon: CircleCheck },
  open: { label: 'お支払い待ち', tone: 'warning', Icon: Clock },
  void: { label: '無効', tone: 'neutral', Icon: Ban },
  uncollectible: { label: '回収不能', tone: 'neutral', Icon: Ban },
  credited: { label: '減額・返金', tone: 'neutral', Icon: Undo2 },
};

const markTones = { disputed: 'warning', refunded: 'solid', 'part-refunded': 'outline' } as const;

/** What became of a payment that went through; nothing while nothing went back. */
export const MarkBadge = ({ mark }: { mark: DocumentMark | undefined }) =>
  mark && <Badge tone={markTones[mark]}>{documentMarks[mark]}</Badge>;

/** The state of a document, and what became of its payment. */
export const DocumentBadges = ({ state, mark }: { state: Document['state']; mark: DocumentMark | undefined }) => (
  <span className="flex flex-wrap justify-end gap-1.5">
    <StatusBadge look={documentLooks[state]} />
    <MarkBadge mark={mark} />
  </span>
);
