declare module 'spdx-expression-parse' {
  /** `plus` and `exception` as in `GPL-2.0+ WITH Classpath-exception-2.0`. */
  export type SpdxExpression =
    | { license: string; plus?: true; exception?: string }
    | { left: SpdxExpression; conjunction: 'and' | 'or'; right: SpdxExpression };
  /** Throws where `source` is not an SPDX expression. Recurses. */
  export default function parse(source: string): SpdxExpression;
}
