import { Search } from 'lucide-react';
import { TextField } from './text-field';

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch: (typed: string) => void;
}

/** A field whose text narrows down a list while it is typed. */
export const SearchField = ({ label, value, onSearch }: SearchFieldProps) => (
  <div className="relative [&_input]:pr-11">
    <TextField
      label={label}
      type="search"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onSearch(event.target.value)}
    />
    <Search aria-hidden className="pointer-events-none absolute right-3.5 bottom-3.5 size-5 text-ink-soft" />
  </div>
);
