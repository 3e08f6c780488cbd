// Runs before the first paint; src/lib/theme.ts keeps the same value.
try {
  if (localStorage.getItem('theme') === 'dark') {
    document.documentElement.className = 'dark';
    document.querySelector('meta[name="theme-color"]').content = '#11171a';
  }
} catch {
  // Storage is blocked: light, as for a user who chose nothing.
}
