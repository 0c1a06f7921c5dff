/**
 * The product of two matrices of 32-bit numbers in SIMD WebAssembly, because JavaScript takes ten times as long. The function is
 * assembled here instruction by instruction.
 */
export type MatrixProduct = (
  /** Byte address of the left matrix (row-major) and the byte distance between its rows. */
  left: number,
  leftStride: number,
  /** The right matrix in panels of 8 columns: see `packedIndex`. */
  right: number,
  /** Initial value of the sum, for each column. */
  bias: number,
  result: number,
  resultStride: number,
  /** The number of rows divided by four, the depth divided by four, and the columns divided by eight; each at least 1. */
  rowFours: number,
  depthFours: number,
  columnEights: number,
) => void;

const ROWS = 4;
/** Columns of a panel: two vectors of four. */
export const PANEL_COLUMNS = 8;
const UNROLLED = 4;

/** Index of an element of the right matrix in its packed form; `depth` is its number of rows. */
export const packedIndex = (row: number, column: number, depth: number): number =>
  (column - (column % PANEL_COLUMNS)) * depth + row * PANEL_COLUMNS + (column % PANEL_COLUMNS);

/** WebAssembly memory that holds the matrices. */
export interface MatrixMemory {
  readonly buffer: ArrayBuffer;
}

/** Declares the part of WebAssembly used here, because its types belong to the DOM library, which the server does not load. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => MatrixMemory;
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object, imports: { env: { memory: MatrixMemory } }) => { exports: { product: MatrixProduct } };
};

const PAGE = 65_536;

export const allocateMemory = (bytes: number): MatrixMemory =>
  new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });

export const compileMatrixProduct = (memory: MatrixMemory): MatrixProduct =>
  new WebAssembly.Instance(new WebAssembly.Module(assembled()), { env: { memory } }).exports.product;

const [LEFT, LEFT_STRIDE, RIGHT, BIAS, RESULT, RESULT_STRIDE, ROW_FOURS, DEPTH_FOURS, COLUMN_EIGHTS] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
] as const;
const PARAMETERS = 9;
/** Further locals: addresses and counters, then vectors. */
const ROW_AT = [9, 10, 11, 12];
const [PANEL_AT, DEPTH_LEFT, ROWS_LEFT, LEFT_AT, RESULT_AT] = [13, 14, 15, 16, 17] as const;
const INTEGERS = 9;
const sumOf = (row: number, half: number) => PARAMETERS + INTEGERS + 2 * row + half;
const FACTORS = [26, 27];
const VECTORS = 2 * ROWS + FACTORS.length;

const VERSION = [1, 0, 0, 0];
const [I32, V128] = [0x7f, 0x7b] as const;

/** Unsigned LEB128. */
function number(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...number(value >>> 7)];
}

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const copy = (from: number, to: number) => [...get(from), ...set(to)];
const add = (local: number, by: number[]) => [...get(local), ...by, 0x6a, ...set(local)];
const constant = (value: number) => [0x41, ...(value & 0x40 ? [value | 0x80, value >> 7] : number(value))];
const vector = (operation: number, ...rest: number[]) => [0xfd, ...number(operation), ...rest];
const load = (address: number, offset: number) => [...get(address), ...vector(0x00, 2, ...number(offset))];
const loadSplat = (address: number, offset: number) => [...get(address), ...vector(0x09, 2, ...number(offset))];
const store = (address: number, value: number, offset: number) => [
  ...get(address),
  ...get(value),
  ...vector(0x0b, 2, ...number(offset)),
];
const ADD = vector(0xe4);
const MULTIPLY = vector(0xe6);
/** Repeats `body` as often as the local variable `counter` says. */
const repeat = (counter: number, body: number[]) => [
  0x03,
  0x40,
  ...body,
  ...get(counter),
  ...constant(1),
  0x6b,
  0x22,
  counter,
  0x0d,
  0,
  0x0b,
];

const rows = Array.from({ length: ROWS }, (_, row) => row);
const halves = [0, 1];

/** Multiplies four rows of the left matrix by four numbers of the depth: 32 products of four numbers each. */
function inDepth(): number[] {
  const steps = Array.from({ length: UNROLLED }, (_, step) => [
    ...halves.flatMap((half) => [...load(PANEL_AT, 4 * PANEL_COLUMNS * step + 16 * half), ...set(FACTORS[half] ?? 0)]),
    ...rows.flatMap((row) =>
      halves.flatMap((half) => [
        ...get(sumOf(row, half)),
        ...loadSplat(ROW_AT[row] ?? 0, 4 * step),
        ...get(FACTORS[half] ?? 0),
        ...MULTIPLY,
        ...ADD,
        ...set(sumOf(row, half)),
      ]),
    ),
  ]);
  return [
    ...steps.flat(),
    ...ROW_AT.flatMap((row) => add(row, constant(4 * UNROLLED))),
    ...add(PANEL_AT, constant(4 * PANEL_COLUMNS * UNROLLED)),
  ];
}

function fourRows(): number[] {
  return [
    ...copy(LEFT_AT, ROW_AT[0] ?? 0),
    ...rows
      .slice(1)
      .flatMap((row) => [...copy(ROW_AT[row - 1] ?? 0, ROW_AT[row] ?? 0), ...add(ROW_AT[row] ?? 0, get(LEFT_STRIDE))]),
    ...copy(RIGHT, PANEL_AT),
    ...copy(DEPTH_FOURS, DEPTH_LEFT),
    ...rows.flatMap((row) => halves.flatMap((half) => [...load(BIAS, 16 * half), ...set(sumOf(row, half))])),
    ...repeat(DEPTH_LEFT, inDepth()),
    ...rows.flatMap((row) => [
      ...halves.flatMap((half) => store(RESULT_AT, sumOf(row, half), 16 * half)),
      ...add(RESULT_AT, get(RESULT_STRIDE)),
      ...add(LEFT_AT, get(LEFT_STRIDE)),
    ]),
  ];
}

function assembled(): Uint8Array<ArrayBuffer> {
  const body = repeat(COLUMN_EIGHTS, [
    ...copy(LEFT, LEFT_AT),
    ...copy(RESULT, RESULT_AT),
    ...copy(ROW_FOURS, ROWS_LEFT),
    ...repeat(ROWS_LEFT, fourRows()),
    ...copy(PANEL_AT, RIGHT),
    ...add(BIAS, constant(4 * PANEL_COLUMNS)),
    ...add(RESULT, constant(4 * PANEL_COLUMNS)),
  ]);
  const locals = [2, INTEGERS, I32, VECTORS, V128];
  const code = [...locals, ...body, 0x0b];
  const text = (word: string) => [word.length, ...Buffer.from(word)];
  const section = (id: number, content: number[]) => [id, ...number(content.length), ...content];
  return Uint8Array.from([
    ...text("\0asm").slice(1),
    ...VERSION,
    ...section(1, [1, 0x60, PARAMETERS, ...Array.from({ length: PARAMETERS }, () => I32), 0]),
    ...section(2, [1, ...text("env"), ...text("memory"), 0x02, 0x00, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text("product"), 0x00, 0]),
    ...section(10, [1, ...number(code.length), ...code]),
  ]);
}
