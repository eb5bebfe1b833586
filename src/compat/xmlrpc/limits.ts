import type { TreeLimits } from './element.js';

export interface XmlLimits {
  /** Arrays and structs inside each other. */
  readonly depthMax: number;
  readonly elementsMax: number;
  readonly paramsMax: number;
  /** UTF-16 code units of text in one value. */
  readonly textLengthMax: number;
}

/** trust.md 1.8. */
export const XML_LIMITS: XmlLimits = {
  depthMax: 32,
  elementsMax: 5000,
  paramsMax: 64,
  textLengthMax: 65_536,
};

/** An array or struct takes three elements (struct, member, value), the document around the outermost value a few more. */
export function treeLimits({ depthMax, elementsMax, textLengthMax }: XmlLimits): TreeLimits {
  return { elementDepthMax: 3 * depthMax + 8, elementsMax, textLengthMax };
}
