package io.smartt.p4.info;

/**
 * A parser value set.
 *
 * @param size most members
 */
public record ValueSetInfo(
    int id, String name, String alias, P4Objects<MatchFieldInfo> matchFields, int size)
    implements P4Object {}
