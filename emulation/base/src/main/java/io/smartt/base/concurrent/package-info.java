/** Threads that share work, and calls to servers in other processes. */
@NullMarked
package io.smartt.base.concurrent;

import org.jspecify.annotations.NullMarked;
