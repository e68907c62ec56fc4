package io.smartt.softswitch.p4runtime;

/**
 * The place of a value, for messages: {@code table 'ingress.ipv4_lpm': field 'hdr.ipv4.dst_addr'}.
 * The text is made only when something is wrong.
 *
 * @param owner what the value belongs to, such as {@code table 'ingress.ipv4_lpm'}
 * @param kind of the part, such as {@code field}
 * @param name of the part
 */
record Place(String owner, String kind, String name) {
  @Override
  public String toString() {
    return owner + ": " + kind + " '" + name + "'";
  }
}
