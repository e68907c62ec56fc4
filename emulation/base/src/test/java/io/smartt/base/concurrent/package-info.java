@NullMarked
package io.smartt.base.concurrent;

import org.jspecify.annotations.NullMarked;
