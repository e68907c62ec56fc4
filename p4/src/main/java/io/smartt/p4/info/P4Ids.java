package io.smartt.p4.info;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.p4.config.v1.P4Ids.Prefix;

/**
 * Ids as P4Runtime and p4c give them: the top byte says what kind of object it is (P4Runtime
 * section 6.3), the other three are Bob Jenkins' one-at-a-time hash of the name. Two names of one
 * kind with one hash get consecutive ids, in the order in which they are asked for.
 */
final class P4Ids {
  private static final int SUFFIX = 0xffffff;

  private final Map<Integer, String> nameOf = new HashMap<>();

  /** The id of an object; the same at each call. */
  int of(Prefix kind, String name) {
    int suffix = hash(name) & SUFFIX;
    while (true) {
      int id = kind.getNumber() << 24 | suffix;
      if (nameOf.computeIfAbsent(id, _ -> name).equals(name)) {
        return id;
      }
      suffix = (suffix + 1) & SUFFIX;
    }
  }

  private static int hash(String name) {
    int hash = 0;
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      hash += b & 0xff;
      hash += hash << 10;
      hash ^= hash >>> 6;
    }
    hash += hash << 3;
    hash ^= hash >>> 11;
    hash += hash << 15;
    return hash;
  }
}
