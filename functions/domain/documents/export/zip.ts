import { crc32 } from 'node:zlib';

/** What the directory at a ZIP's end says of a file. */
export interface ZipEntry {
  name: string;
  size: number;
  crc: number;
  /** Where its header begins. */
  offset: number;
}

/** Bit 11: the name is UTF-8. */
const utf8Name = 0x0800;
/** Version 2.0 of the format reads it. */
const version = 20;
/** 1980-01-01: a date that says nothing, so that a repeated attempt makes the same bytes. */
const date = 0x0021;

/** The fields that a file's header and its entry in the directory share. */
function shared({ size, crc }: ZipEntry, nameLength: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(utf8Name, 2);
  fields.writeUInt16LE(date, 8); // bytes 4 to 7: stored as it is, at midnight
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(size, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(nameLength, 22);
  return fields;
}

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** A file as it stands in a ZIP: header, name, content. PDFs are compressed already, so that it is stored as it is. */
export function zipFile(name: string, content: Buffer, offset: number): { entry: ZipEntry; bytes: Buffer } {
  const entry = { name, size: content.length, crc: crc32(content), offset };
  const path = Buffer.from(name, 'utf8');
  return { entry, bytes: Buffer.concat([signature(0x04034b50), shared(entry, path.length), path, content]) };
}

function directoryEntry(entry: ZipEntry): Buffer {
  const path = Buffer.from(entry.name, 'utf8');
  const made = Buffer.alloc(2);
  made.writeUInt16LE(version);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(entry.offset, 10);
  return Buffer.concat([signature(0x02014b50), made, shared(entry, path.length), rest, path]);
}

/**
 * The end of a ZIP: the directory of its files, which begins at `offset` (PKWARE, APPNOTE.TXT, 4.3). Throws where a ZIP
 * would need the 64-bit form: 65,535 files or 4 GiB.
 */
export function zipEnd(entries: readonly ZipEntry[], offset: number): Buffer {
  const directory = Buffer.concat(entries.map(directoryEntry));
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([directory, signature(0x06054b50), end]);
}
