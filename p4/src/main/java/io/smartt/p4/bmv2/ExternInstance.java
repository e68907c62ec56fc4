package io.smartt.p4.bmv2;

/** An extern instance; v1model has none that the embedded switch runs. */
public record ExternInstance(String name, int id, String type) {}
