import type { Emulator, WireRequest, WireResponse } from '../platform/index';
import { addressesOf, type PostalAddress } from './addresses';

interface PostalResponse {
  message: string | null;
  results: PostalAddress[] | null;
  status: 200 | 400 | 500;
}

const path = '/api/search';
const refused = (message: string): PostalResponse => ({ message, results: null, status: 400 });
const known = new Set(['zipcode', 'limit']);

/** zipcloud returns at most this many addresses unless `limit` names another number. */
const defaultLimit = 20;

function search(query: URLSearchParams): PostalResponse {
  const foreign = [...query.keys()].find((name) => !known.has(name));
  if (foreign !== undefined)
    return { message: `The postal emulator does not support the parameter ${foreign}.`, results: null, status: 500 };
  const given = query.get('zipcode') ?? '';
  if (given === '') return refused('必須パラメータが指定されていません。');
  const code = given.replace(/^(\d{3})-(\d{4})$/, '$1$2');
  if (!/^\d+$/.test(code)) return refused('パラメータ「郵便番号」に数字以外の文字が指定されています。');
  if (code.length !== 7) return refused('パラメータ「郵便番号」の桁数が不正です。');
  const limit = Number(query.get('limit') ?? defaultLimit);
  if (!Number.isInteger(limit) || limit < 1)
    return { message: `The postal emulator does not read limit=${query.get('limit')}.`, results: null, status: 500 };
  const results = addressesOf(code).slice(0, limit);
  return { message: null, results: results.length > 0 ? results : null, status: 200 };
}

function respond(request: WireRequest): WireResponse {
  // Pages of any origin may call; browsers send no preflight for such a plain GET.
  const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/plain;charset=utf-8' };
  const url = new URL(request.url, 'http://localhost');
  if (url.pathname !== path)
    return { status: 404, headers, body: `The postal emulator does not serve ${url.pathname}.` };
  if (request.method !== 'GET')
    return { status: 405, headers, body: `The postal emulator does not support ${request.method}.` };
  return { status: 200, headers, body: JSON.stringify(search(url.searchParams), null, 2) };
}

/**
 * zipcloud's public postal-code lookup (zipcloud.ibsnet.co.jp/doc/api) over the codes of addresses.ts. HTTP is always
 * 200; the body's `status` tells success or failure. It keeps nothing.
 */
export function createPostalEmulator(): Emulator {
  return {
    respond: (request) => Promise.resolve(respond(request)),
    operationOf: (request) => `${request.method} ${new URL(request.url, 'http://localhost').pathname}`,
    fault: (kind) => ({
      status: kind === 'throttled' ? 429 : 503,
      headers: { 'content-type': 'text/plain;charset=utf-8', 'access-control-allow-origin': '*' },
      body: kind === 'throttled' ? 'Too Many Requests' : 'Service Unavailable',
    }),
    reset: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
