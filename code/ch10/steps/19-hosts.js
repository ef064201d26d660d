const asked = 'http://shop.example/old/menu'
for (const location of [
  '/menu',
  '//evil.example/menu',
  '/\\evil.example/menu',
  '/\t/evil.example/menu',
  '/.//evil.example/menu',
]) {
  console.log(JSON.stringify(location), '->', new URL(location, asked).host)
}
