/** A rule book as data: its Markdown knows headings, clauses, examples, bold, italics and code. */

export interface Span {
  text: string;
  style: "plain" | "bold" | "italic" | "code" | "clause";
}

export interface Block {
  kind: "text" | "clause" | "example";
  /** The number of a clause, else empty. */
  number: string;
  spans: Span[];
}

export interface Section {
  heading: string;
  blocks: Block[];
}

const CLAUSE = /^\*\*([A-Z]+-\d+)\*\*\s*/;
const MARKED = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\b[A-Z]{1,2}-\d+\b)/;

/** The sections of a book; the first has its title. */
export function sections(markdown: string): Section[] {
  const found: Section[] = [];
  for (const part of markdown.split(/\n{2,}/)) {
    const text = part.trim();
    const heading = /^#+\s+(.*)$/.exec(text);
    if (heading) found.push({ heading: heading[1]!, blocks: [] });
    else if (text) {
      if (found.length === 0) found.push({ heading: "", blocks: [] });
      found.at(-1)!.blocks.push(block(text));
    }
  }
  return found;
}

function block(text: string): Block {
  const clause = CLAUSE.exec(text);
  if (clause)
    return { kind: "clause", number: clause[1]!, spans: spans(text.slice(clause[0].length)) };
  if (text.startsWith(">")) {
    const said = text.replaceAll(/^>\s?/gm, "");
    return { kind: "example", number: "", spans: spans(said) };
  }
  return { kind: "text", number: "", spans: spans(text) };
}

function spans(text: string): Span[] {
  return text
    .split(MARKED)
    .filter(Boolean)
    .map((part): Span => {
      if (part.startsWith("**")) return { text: part.slice(2, -2), style: "bold" };
      if (part.startsWith("*")) return { text: part.slice(1, -1), style: "italic" };
      if (part.startsWith("`")) return { text: part.slice(1, -1), style: "code" };
      return { text: part, style: /^[A-Z]{1,2}-\d+$/.test(part) ? "clause" : "plain" };
    });
}
