package io.smartt.p4.bmv2;

import java.util.Optional;

/**
 * A counter array; counts packets and bytes.
 *
 * @param binding the table of a direct counter
 */
public record CounterArray(
    String name, int id, int size, boolean direct, Optional<String> binding) {}
