package io.smartt.p4.bmv2;

/**
 * A header or metadata instance.
 *
 * @param metadata always valid and never on the wire
 */
public record HeaderInstance(String name, int id, HeaderType type, boolean metadata) {}
