/** What one thread does for another. */
@NullMarked
package io.smartt.host.concurrent;

import org.jspecify.annotations.NullMarked;
