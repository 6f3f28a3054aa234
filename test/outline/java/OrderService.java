package com.example.shop;

import java.util.List;
import java.util.Optional;

/**
 * Takes orders and hands them to the warehouse.
 *
 * @since 1.2
 */
@Service
public class OrderService {
    private static final int MAX_LINES = 50;
    private final OrderRepository orders;
    private int taken = 0, refused = 0;

    @Autowired
    public OrderService(OrderRepository orders) {
        this.orders = orders;
    }

    /** Finds one by its number. */
    @Transactional(readOnly = true)
    public Optional<Order> find(long id) {
        return orders.findById(id);
    }

    public Order place(String customer, List<Line> lines) throws TooManyLines {
        if (lines.size() > MAX_LINES) throw new TooManyLines(lines.size());
        taken++;
        return orders.save(new Order(customer, lines));
    }

    private static void log(String format, Object... args) {
        System.out.printf(format, args);
    }
}
