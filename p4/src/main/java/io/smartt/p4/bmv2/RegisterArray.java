package io.smartt.p4.bmv2;

/**
 * A register array.
 *
 * @param width of a cell in bits
 */
public record RegisterArray(String name, int id, int size, int width) {}
