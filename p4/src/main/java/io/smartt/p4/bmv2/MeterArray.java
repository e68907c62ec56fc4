package io.smartt.p4.bmv2;

import java.util.Optional;

/**
 * A meter array.
 *
 * @param bytes meters bytes, not packets
 * @param binding the table of a direct meter
 * @param resultTarget where a direct meter writes its colour
 */
public record MeterArray(
    String name,
    int id,
    boolean bytes,
    int rateCount,
    int size,
    boolean direct,
    Optional<String> binding,
    Optional<Value.Field> resultTarget) {}
