package io.smartt.p4.pipeline;

/** A member of an action-selector group and how often it is chosen against the others. */
public record WeightedMember(int memberId, int weight) {}
