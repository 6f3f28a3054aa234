/** How a project is named where two have the same name: with the folder it is in, `work/shop` and `acme/shop`. */
export function projectLabel(id: string): string {
  return id
    .split(/[\\/]/)
    .filter((part) => part !== '')
    .slice(-2)
    .join('/')
}
