/** The ways in which a run ends that was asked for rightly and fails. */
@NullMarked
package io.smartt.base.failure;

import org.jspecify.annotations.NullMarked;
