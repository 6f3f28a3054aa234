import { render } from '@testing-library/react'
import { Basket } from './basket'

const lines = [{ sku: 'tea', count: 2 }]

describe('basket', () => {
  beforeEach(() => {
    localStorage.clear()
  })

  it('shows every line', () => {
    const { getByText } = render(<Basket lines={lines} />)
    expect(getByText('tea')).toBeVisible()
  })

  describe('when empty', () => {
    test.skip('says so', async () => {
      render(<Basket lines={[]} />)
    })
  })
})

function Wrapper({ children, ...rest }) {
  return <main {...rest}>{children}</main>
}
