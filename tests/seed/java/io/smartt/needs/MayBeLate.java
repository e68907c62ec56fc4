package io.smartt.needs;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks tests on real packets that ask what happened and not when, so that they may run next to
 * another such class. Most of their time they wait for containers, time limits and retransmissions.
 * Other classes on real packets are alone ({@code @Isolated}).
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.SOURCE)
public @interface MayBeLate {}
