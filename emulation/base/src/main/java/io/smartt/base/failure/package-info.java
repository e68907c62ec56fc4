/** How a run that was asked for rightly ends when it fails. */
@NullMarked
package io.smartt.base.failure;

import org.jspecify.annotations.NullMarked;
