package io.smartt.p4.bmv2;

import java.util.Optional;

/**
 * A checksum that the parser verifies, the deparser updates, or both.
 *
 * @param calculation its name
 * @param condition when it applies; always where empty
 */
public record Checksum(
    String name,
    int id,
    Value.Field target,
    String calculation,
    boolean verify,
    boolean update,
    Optional<Value> condition) {}
