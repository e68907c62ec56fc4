package io.smartt.p4.bmv2;

/**
 * A parser value set.
 *
 * @param width of a member in bits, without padding between its fields
 */
public record ValueSetDefinition(String name, int id, int width) {}
