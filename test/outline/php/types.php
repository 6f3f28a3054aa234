<?php

namespace App\Types {

const EURO = 'EUR';

interface HasPrice extends \JsonSerializable
{
    const FREE = 0;
    // In the smallest coin.
    public function price(string $currency = EURO): int|float;
}

trait Weighs
{
    protected int $grams = 0;
    abstract protected function weight(): int;
}

enum Size: string implements HasPrice
{
    case Small = 's';
    case Large = 'l';

    public static function label(self $size): string
    {
        return ucfirst($size->name);
    }
}

abstract class Base
{
    public $width, $height = 2;
    public function &cheaper(callable $than): ?array { return $this->found; }
}
}
