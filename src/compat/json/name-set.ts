const FEW_NAMES = 16;

/** The names of one object. A list is three times as fast as a set for few names, and quadratic for many. */
export class NameSet {
  private readonly few: string[] = [];
  private many: Set<string> | undefined;

  /** False where the name is there already. */
  add(name: string): boolean {
    if (this.many === undefined) {
      if (this.few.includes(name)) return false;
      if (this.few.push(name) > FEW_NAMES) this.many = new Set(this.few);
      return true;
    }
    return this.many.size < this.many.add(name).size;
  }
}
