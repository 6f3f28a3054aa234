import { forwardRef, useState, type ReactNode } from 'react'

interface Props {
  total: number
  children?: ReactNode
  onPay: (token: string) => void
}

/** The last page before the money moves. */
export function Checkout({ total, children, onPay }: Props) {
  const [busy, setBusy] = useState(false)
  async function pay() {
    setBusy(true)
    onPay(await token())
  }
  return (
    <Panel title={`Pay ${total}`}>
      {children}
      <button disabled={busy} onClick={() => pay()}>Pay</button>
    </Panel>
  )
}

const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2>{title}</h2> {children}
  </section>
)

export const CardInput = forwardRef<HTMLInputElement, { name: string }>(function CardInput(props, ref) {
  return <input ref={ref} inputMode="numeric" {...props} />
})

const token = async <T extends string>(): Promise<T> => 'tok_1' as T
