import { printedTable, printTable, TABLES, type TableName } from '../support/readme.js';

const names = Object.keys(TABLES) as TableName[];

// UPDATE_TABLES=1 writes them again.
if (process.env['UPDATE_TABLES'] === '1') names.forEach(printTable);

it.each(names)('the table of %s in docs/ matches the program', (name) => {
  expect(printedTable(name)).toBe(TABLES[name].table());
});
