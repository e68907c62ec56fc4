package io.smartt.p4.info;

import java.util.Optional;

/**
 * A field of a table's key or of a parser value set.
 *
 * @param width in bits; 0 where the control plane gives an opaque string
 * @param typeName the P4 type that the controller's values are translated to, if any
 */
public record MatchFieldInfo(
    int id, String name, int width, MatchKind kind, Optional<String> typeName)
    implements P4Object {}
